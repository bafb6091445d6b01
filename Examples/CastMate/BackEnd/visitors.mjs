// Says who sends a request, by the access token in its header. For Node 18 and newer, without packages.
// snippet.verify
import { createPublicKey, verify } from "node:crypto";

/**
 * A function that gives the account's id. For a token that is expired, forged, or another app's it throws "no good
 * token"; where the keys cannot be had, another error, which is no word about the token.
 */
export function visitors({ issuer, app }) {
  let [keys, readAt, reading] = [new Map(), -Infinity, undefined];
  const read = async () => {
    const answer = await fetch(`${issuer}/.well-known/jwks.json`, { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) throw new Error(`the keys' address answers with ${answer.status}`);
    keys = new Map((await answer.json()).keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })]));
  };
  // Keys are read again each hour, and for a new one at most once a minute: tokens of others name what they like.
  const keyOf = async (id) => {
    const age = Date.now() - readAt;
    if (age > 3_600_000 || (age > 60_000 && !keys.has(id))) {
      [readAt, reading] = [Date.now(), read()];
      reading.catch(() => (readAt -= 55_000));
    }
    if (!keys.has(id)) await reading;
    return keys.get(id);
  };
  return async (token) => {
    const no = new Error("no good token");
    const [header, payload, signature] = token.split(".");
    let [head, claims] = [{}, {}];
    try {
      [head, claims] = [header, payload].map((part) => JSON.parse(Buffer.from(part, "base64url")));
    } catch {
      throw no;
    }
    if (head.alg !== "ES256" || head.typ !== "at+jwt") throw no;
    const key = { key: await keyOf(head.kid), dsaEncoding: "ieee-p1363" };
    const isSigned = key.key && verify("sha256", `${header}.${payload}`, key, Buffer.from(signature ?? "", "base64url"));
    const isGood = claims.iss === issuer && claims.aud === app && claims.exp > Date.now() / 1000;
    if (!isSigned || !isGood) throw no;
    return claims.sub;
  };
}
// snippet.end
