/** The request for the user that `/early.js` sends while the scripts of the portal are loading. */
type EarlyUser = { token: string; response: Promise<Response> };

/** Returns the response for the user of the given token that was requested early; undefined if there is none, or if it was used already. */
export function takeEarlyResponse(token: string): Promise<Response> | undefined {
  // A property of `window` that only `/early.js` sets.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const page = window as Window & { earlyUser?: EarlyUser };
  const { earlyUser } = page;
  delete page.earlyUser;
  return earlyUser?.token === token ? earlyUser.response : undefined;
}
