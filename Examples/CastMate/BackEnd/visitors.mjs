// Says who sends a request, by the access token in its header. For Node 18 and newer, without packages.
// snippet.verify
import { createPublicKey, verify } from "node:crypto";

/** A function that gives the account's id, and throws for a token that is expired, forged, or another app's. */
export function visitors({ issuer, app }) {
  let [keys, readAt] = [Promise.resolve(new Map()), -Infinity];
  const read = async () => {
    const answer = await fetch(`${issuer}/.well-known/jwks.json`, { signal: AbortSignal.timeout(5_000) });
    return new Map((await answer.json()).keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })]));
  };
  // Keys are read again each hour, and for a new one at most once a minute: tokens of others name what they like.
  const keyOf = async (id) => {
    const age = Date.now() - readAt;
    if (age > 3_600_000 || (age > 60_000 && !(await keys.catch(() => new Map())).has(id))) {
      [keys, readAt] = [read(), Date.now()];
    }
    return (await keys).get(id);
  };
  return async (token) => {
    const [header, payload, signature] = token.split(".");
    const [{ alg, typ, kid }, claims] = [header, payload].map((part) => JSON.parse(Buffer.from(part, "base64url")));
    if (alg !== "ES256" || typ !== "at+jwt") throw new Error("no access token");
    const key = { key: await keyOf(kid), dsaEncoding: "ieee-p1363" };
    const isSigned = key.key && verify("sha256", `${header}.${payload}`, key, Buffer.from(signature, "base64url"));
    const isGood = claims.iss === issuer && claims.aud === app && claims.exp > Date.now() / 1000;
    if (!isSigned || !isGood) throw new Error("no good token");
    return claims.sub;
  };
}
// snippet.end
