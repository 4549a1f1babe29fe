/** An address, of the app or of a site, with the query parameter `token`, whatever else it holds (TOOL-20). */
export function withToken(address: string, token: string): string {
  const [withoutHash = '', ...hash] = address.split('#');
  const [path = '', ...query] = withoutHash.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set('token', token);
  return [`${path}?${parameters}`, ...hash].join('#');
}
