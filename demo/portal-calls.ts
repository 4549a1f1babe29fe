/** Calls of the demo's people to the portal itself, as a browser makes them. */

/** Where this process serves the portal. */
export type Portal = { portalUrl: string };

type Person = { email: string; password: string };

/** Does work in a session of a person's own, which ends with it; `work` is given the session's cookie. */
export async function signedIn<Result>(
  { portalUrl }: Portal,
  person: Person,
  work: (cookie: string) => Promise<Result>,
): Promise<Result> {
  const answer = await send(`${portalUrl}/api/login`, { body: person });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const result = await work(cookie);
  await send(`${portalUrl}/api/logout`, { body: {}, cookie });
  return result;
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
