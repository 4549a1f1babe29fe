import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import PDFDocument from 'pdfkit';
import type { Answer, Client, JsonObject } from './client.ts';
import { insertDocument, insertResource } from './factories.ts';
import { Program } from './keys.ts';
import type { TestPortal } from './portal.ts';

const accept = 'application/json, text/event-stream';

/** Revisions of the protocol in which tests speak: the new one, and the newest that begins with `initialize`. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof revisions)[number];

const clientInfo = { name: 'a test', version: '1' };

export type ToolResult<Body = JsonObject> = {
  content: { type: string; text: string }[];
  structuredContent?: Body;
  isError?: boolean;
};

export type Reply<Body = JsonObject> = Answer<JsonObject> & {
  result: ToolResult<Body> & JsonObject;
  error?: { code: number; message: string };
};

/** An assistant that speaks the protocol by hand, so that tests see each byte and each status. */
export class Assistant {
  private readonly program: Client;
  private readonly host: string;
  private readonly revision: Revision;

  constructor(
    app: FastifyInstance,
    token: string,
    { publicUrl = 'http://portal.test', revision = revisions[0] as Revision } = {},
  ) {
    this.program = new Program(app, token);
    this.host = new URL(publicUrl).host;
    this.revision = revision;
  }

  /** Sends a message with the headers and the envelope that the revision asks for. */
  async ask<Body = JsonObject>(
    method: string,
    params: JsonObject = {},
    headers: Record<string, string> = {},
  ): Promise<Reply<Body>> {
    const isNew = this.revision === '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': this.revision,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const name = typeof params.name === 'string' ? params.name : null;
    const standard = { 'mcp-method': method, ...(name !== null && { 'mcp-name': name }) };
    return this.send<Body>(
      { jsonrpc: '2.0', id: 7, method, params: isNew ? { ...params, _meta } : params },
      { 'mcp-protocol-version': this.revision, ...(isNew && standard), ...headers },
    );
  }

  async send<Body = JsonObject>(message: object, headers: Record<string, string> = {}): Promise<Reply<Body>> {
    const answer = await this.program.send({
      method: 'POST',
      url: '/mcp',
      headers: { host: this.host, accept, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(message),
    });
    const event = /^data: (.+)$/m.exec(answer.raw.toString())?.[1];
    const body = (event === undefined ? answer.body : JSON.parse(event)) as JsonObject;
    // Safe casts, because the test asserts what it reads.
    return { ...answer, body, result: body.result as Reply<Body>['result'], error: body.error as never };
  }

  call<Body = JsonObject>(name: string, input: JsonObject = {}): Promise<Reply<Body>> {
    return this.ask<Body>('tools/call', { name, arguments: input });
  }

  /** Calls a tool that must succeed. */
  async use<Body = JsonObject>(name: string, input: JsonObject = {}): Promise<Body> {
    const { result, raw } = await this.call<Body>(name, input);
    if (!result?.structuredContent || result.isError) throw new Error(`${name}: ${raw.toString().slice(0, 500)}`);
    return result.structuredContent;
  }

  /** Calls a tool that must be refused. @returns the sentence */
  async refused(name: string, input: JsonObject = {}): Promise<string> {
    const { result, raw } = await this.call(name, input);
    if (!result?.isError) throw new Error(`${name} was not refused: ${raw.toString().slice(0, 500)}`);
    return result.content[0]?.text ?? '';
  }
}

/** Switches assistants on, as an administrator does. */
export async function switchAssistantsOn(portal: TestPortal): Promise<Client & { userId: number }> {
  const administrator = await portal.administrator();
  const saved = await administrator.put('/api/admin/portal-settings', { assistantsMayConnect: true });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return administrator;
}

/** Adds a PDF with one text on each page, and the resource that sells it. */
export async function insertBook(
  portal: TestPortal,
  pages: readonly string[],
  fields: Parameters<typeof insertResource>[1] = {},
): Promise<number> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  for (const text of pages) pdf.addPage().fontSize(8).text(text);
  pdf.end();
  const content = Buffer.concat(await pdf.toArray());
  const file = await insertDocument(portal, {
    name: 'book.pdf',
    content_type: 'application/pdf',
    bytes: content.length,
  });
  await writeFile(path.join(portal.blobFolder, file.id), content);
  return (await insertResource(portal.database, { type: 'book', file_id: file.id, ...fields })).id;
}
