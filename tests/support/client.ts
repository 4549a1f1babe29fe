import type { FastifyInstance, InjectOptions } from 'fastify';

/** JSON object whose fields the test itself asserts. */
export type JsonObject = { [field: string]: unknown };

export type Answer<Body = JsonObject> = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: Body;
  raw: Buffer;
};

/** A browser's side of the API: stores cookies and sends JSON. */
export class Client {
  cookies: Record<string, string> = {};
  private readonly app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  get<Body = JsonObject>(url: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'GET', url, headers });
  }

  post<Body = JsonObject>(url: string, payload?: object, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'POST', url, headers, ...(payload && { payload }) });
  }

  put<Body = JsonObject>(url: string, payload: object): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'PUT', url, payload });
  }

  patch<Body = JsonObject>(url: string, payload: object): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'PATCH', url, payload });
  }

  delete<Body = JsonObject>(url: string): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'DELETE', url });
  }

  async send<Body = JsonObject>(options: InjectOptions): Promise<Answer<Body>> {
    const reply = await this.app.inject({ ...options, cookies: this.cookies });
    for (const { name, value } of reply.cookies) {
      if (value) this.cookies[name] = value;
      else delete this.cookies[name];
    }
    const isJson = reply.body !== '' && String(reply.headers['content-type']).startsWith('application/json');
    return {
      status: reply.statusCode,
      headers: reply.headers,
      // Safe because the test asserts the type that it names.
      body: (isJson ? reply.json() : reply.body) as Body,
      raw: reply.rawPayload,
    };
  }
}

/** A program that sends a token instead of cookies. */
export class BearerClient extends Client {
  private readonly token: string;

  constructor(app: FastifyInstance, token: string) {
    super(app);
    this.token = token;
  }

  override send<Body = JsonObject>(options: InjectOptions): Promise<Answer<Body>> {
    return super.send<Body>({ ...options, headers: { ...options.headers, authorization: `Bearer ${this.token}` } });
  }
}
