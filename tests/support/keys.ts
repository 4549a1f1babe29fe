import type { FastifyInstance, InjectOptions } from 'fastify';
import type { NewApiKey } from '#contract/identity/api-keys.ts';
import type { Scope } from '#contract/scopes.ts';
import { type Answer, Client, type JsonObject } from './client.ts';

/** A program that sends its key with each call. */
export class Program extends Client {
  private readonly token: string;

  constructor(app: FastifyInstance, token: string) {
    super(app);
    this.token = token;
  }

  override send<Body = JsonObject>(options: InjectOptions): Promise<Answer<Body>> {
    return super.send<Body>({ ...options, headers: { ...options.headers, authorization: `Bearer ${this.token}` } });
  }
}

/** Makes a key at one of the three paths for keys. */
export async function makeKey(client: Client, path: string, scopes: readonly Scope[]): Promise<NewApiKey> {
  const made = await client.post<NewApiKey>(path, { name: 'A program', scopes, expiresInDays: 90 });
  if (made.status !== 201) throw new Error(`The key was refused: ${JSON.stringify(made.body)}`);
  return made.body;
}
