import about from "../../package.json" with { type: "json" };

/** Version of the product: where it starts, in `admin version`, and in its metrics. */
export const { version } = about;
