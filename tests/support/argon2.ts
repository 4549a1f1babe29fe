// Imported by its path, because the package's name is mapped to this file (vitest.config.ts).
import * as argon2 from '../../node_modules/@node-rs/argon2/index.js';

/** Hashes like the portal with far less work, because API tests register thousands of members. */
export function hash(password: string, options: argon2.Options): Promise<string> {
  return argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 });
}

export const verify = argon2.verify;
