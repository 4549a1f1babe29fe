/** Calls of the demo's people to the portal, like those of a browser. */

/** URL of the portal in this process. */
export type Portal = { portalUrl: string };

type Person = { email: string; password: string };

/** Runs `work` in a new session of a person, with the session's cookie, and then signs out. */
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

/** Sends JSON. @throws when the request fails */
export async function send(url: string, { body, cookie = '', method = 'POST' }: Sending): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  return checked(await fetch(url, { method, headers, body: JSON.stringify(body) }));
}

/** Reads JSON. @throws when the request fails */
export async function read<Answer>(url: string, cookie: string): Promise<Answer> {
  const answer = checked(await fetch(url, { headers: { cookie } }));
  // Safe cast, because the portal responds in the form of its contract.
  return (await answer.json()) as Answer;
}

/** @throws when the response is no success */
export function checked(answer: Response): Response {
  if (!answer.ok) throw new Error(`The demo's history: ${answer.url} answered ${answer.status}`);
  return answer;
}
