/** Header of a form that its page's script posts. The script swaps the answer into the page. */
export const enhancedHeader = "X-Enhanced";

/** Header of its answer with a toast: JSON, percent-encoded. */
export const toastHeader = "X-Toast";
