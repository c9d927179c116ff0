import about from "../../package.json" with { type: "json" };

/** Version of the product, shown at the start, by `admin version` and in the metrics. */
export const { version } = about;
