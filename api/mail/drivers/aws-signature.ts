import { createHash, createHmac } from "node:crypto";

export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
}

/** @see {@link https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html} */
export function signPost(
  url: URL,
  body: string,
  { accessKeyId, secretKey, region, service }: AwsKey,
  now: Date,
): Readonly<Record<string, string>> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = [time.slice(0, 8), region, service, "aws4_request"];
  const signed = "host;x-amz-date";
  const canonical = [
    ...["POST", url.pathname, "", `host:${url.host}`, `x-amz-date:${time}`, "", signed],
    sha256(body),
  ].join("\n");
  const key = scope.reduce<string | Uint8Array>(hmac, `AWS4${secretKey}`);
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical)].join("\n");
  const signature = Buffer.from(hmac(key, text)).toString("hex");
  return {
    "X-Amz-Date": time,
    Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join("/")}, ` +
      `SignedHeaders=${signed}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Uint8Array, text: string): Uint8Array {
  return createHmac("sha256", key).update(text).digest();
}
