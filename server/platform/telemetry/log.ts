/**
 * Fields that never reach the log (V16.2.5): the secrets of a request, and the details of an error of PostgreSQL, which
 * quote the rejected row with addresses and hashes of passwords.
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
