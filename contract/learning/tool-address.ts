/** Sets the query parameter `token` of a path of the app or a URL, and keeps its other parts (TOOL-20). */
export function withToken(address: string, token: string): string {
  const [withoutHash = '', ...hash] = address.split('#');
  const [path = '', ...query] = withoutHash.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set('token', token);
  return [`${path}?${parameters}`, ...hash].join('#');
}
