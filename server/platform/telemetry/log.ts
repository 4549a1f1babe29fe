/**
 * What never reaches the log (V16.2.5): an error of PostgreSQL quotes the row that it refused in its details, with
 * addresses and hashes of passwords.
 */
export const unlogged = [
  'req.headers.cookie',
  'req.headers.authorization',
  'err.detail',
  'err.where',
  'err.internalQuery',
  'err.parameters',
  'err.query',
];
