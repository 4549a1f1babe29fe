import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { mailPage, messageDocument } from './page.ts';
import { type CapturedMail, openMailStore } from './store.ts';

export type Mailbox = {
  prefix: '/dev';
  /** URL for the portal's SMTP client. */
  smtpUrl: string;
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

/**
 * Starts the demo's mail server and its mailbox: accepts every mail over SMTP on loopback and shows it at /dev/mail and
 * /dev/mail.json, newest first (BOOT-04). Stores mails in the data folder.
 */
export async function startMailbox({
  dataDir,
  productName,
}: {
  dataDir: string;
  productName: string;
}): Promise<Mailbox> {
  const store = await openMailStore(dataDir);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map((one) => one.address);
      readMail(stream, recipients)
        .then((mail) => store.add(mail))
        .then(
          () => done(),
          (error) => done(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  await new Promise<void>((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(0, '127.0.0.1', resolve);
  });
  // Safe cast, because a TCP server listens on an address with a port.
  const { port } = smtp.server.address() as AddressInfo;
  const pages = createServer((request, response) => answer(request, response, { mails: store.list(), productName }));
  return {
    prefix: '/dev',
    smtpUrl: `smtp://127.0.0.1:${port}`,
    handle: (request, response) => void pages.emit('request', request, response),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

async function readMail(stream: NodeJS.ReadableStream, recipients: string[]): Promise<CapturedMail> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  const mail = await PostalMime.parse(Buffer.concat(parts));
  return {
    to: recipients.join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    sentAt: new Date().toISOString(),
  };
}

type View = { mails: CapturedMail[]; productName: string };

function answer(request: IncomingMessage, response: ServerResponse, { mails, productName }: View): void {
  const path = (request.url ?? '/').split('?')[0] ?? '';
  const message = /^\/mail\/(\d+)$/.exec(path);
  // Numbered from the oldest, so that a mail keeps its number when new ones arrive.
  const mail = message ? mails[mails.length - Number(message[1])] : undefined;
  if (path === '/mail.json') send(response, 'application/json', JSON.stringify(mails));
  else if (path === '/mail' || path === '/mail/') send(response, 'text/html', mailPage(mails, productName));
  else if (mail) send(response, 'text/html', messageDocument(mail));
  else send(response, 'application/json', JSON.stringify({ code: 'request.not-found', message: 'Not found' }), 404);
}

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Mails are untrusted markup: scripts do not run, inline styles may.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-src 'self'; frame-ancestors 'self'",
    // The list shows each mail in a frame, while the portal's own pages may not be framed.
    'x-frame-options': 'SAMEORIGIN',
  });
  response.end(body);
}
