/** Calls of the demo's people to the portal itself, as a browser makes them. */

/** Where this process serves the portal. */
export type Portal = { portalUrl: string };

export type Person = { email: string; password: string };

/** Signs in. @returns the session's cookie */
export async function signIn({ portalUrl }: Portal, person: Person): Promise<string> {
  const signedIn = await send(`${portalUrl}/api/login`, { body: person });
  return signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Ends the session. */
export async function signOut({ portalUrl }: Portal, cookie: string): Promise<void> {
  await send(`${portalUrl}/api/logout`, { body: {}, cookie });
}

type Sending = { body: object; cookie?: string; method?: 'POST' | 'PUT' };

/** Sends JSON. @throws when the answer is no success */
export async function send(url: string, { body, cookie = '', method = 'POST' }: Sending): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  return checked(await fetch(url, { method, headers, body: JSON.stringify(body) }));
}

/** Reads JSON. @throws when the answer is no success */
export async function read<Answer>(url: string, cookie: string): Promise<Answer> {
  const answer = checked(await fetch(url, { headers: { cookie } }));
  // The portal's own answer, in the shape of its contract.
  return (await answer.json()) as Answer;
}

/** @throws when an answer is no success */
export function checked(answer: Response): Response {
  if (!answer.ok) throw new Error(`The demo's history: ${answer.url} answered ${answer.status}`);
  return answer;
}
