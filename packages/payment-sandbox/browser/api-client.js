/**
 * @typedef {{ type: string, code?: string, message: string, [detail: string]: unknown }} ApiError
 * @typedef {{ id: string, object: string, status: string, [field: string]: any }} Intent
 * @typedef {{ value: any, error?: undefined } | { value?: undefined, error: ApiError }} Answer
 */

/** URL of the API: below the folder that this script came from, so that it works under any origin. */
export const apiBase = (
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href
)
  .split('?')[0]
  ?.replace(/\/v3\/[\w-]+\.js$/, '');

/**
 * Calls the API and never rejects: a broken connection is an error like those the API answers.
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {Record<string, unknown>} parameters
 * @returns {Promise<Answer>}
 */
export async function callApi(method, path, parameters) {
  const form = encode(parameters);
  const url = `${apiBase}${path}${method === 'GET' ? `?${form}` : ''}`;
  try {
    const response = await fetch(url, {
      method,
      credentials: 'omit',
      headers: { accept: 'application/json' },
      ...(method === 'POST' ? { body: form } : {}),
    });
    const body = await response.json();
    return response.ok ? { value: body } : { error: body.error };
  } catch {
    const message = 'We could not reach the payment service. Check your connection and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/**
 * Writes nested values as Stripe's forms have them: a[b][c]=d. Values that are undefined or null are left out.
 * @param {Record<string, unknown>} parameters
 */
export function encode(parameters) {
  const form = new URLSearchParams();
  /** @param {string} name @param {unknown} value */
  function add(name, value) {
    if (value === undefined || value === null) return;
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else form.append(name, String(value));
  }
  for (const [name, value] of Object.entries(parameters)) add(name, value);
  return form;
}
