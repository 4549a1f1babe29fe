/**
 * Builds the expression of the domain of the address in a column, like `domainOfAddress`: all behind the last @, with A
 * to Z in lower case. An index has this expression.
 */
export const domainOf = (column: string) => `lower(substring(${column} from '[^@]*$') collate "C")`;

/**
 * Builds the condition that an account `u` has a way in that a password alone does not open.
 * @param host the SQL parameter that holds the host at which passkeys work
 */
export const isProtected = (host: string) =>
  `((u.password_hash is not null and u.two_factor_enabled_at is not null)
    or exists (select from passkeys k where k.user_id = u.id and k.host = ${host}))`;
