export const testOrigin = "http://127.0.0.1:8000";
