#!/usr/bin/env node
/**
 * The command `payment-sandbox --port 4242 --data folder --webhook url`; the variables SANDBOX_PORT, SANDBOX_DATA_DIR
 * and SANDBOX_WEBHOOK_URL set the same.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPaymentSandbox } from './server.ts';
import { type Choices, readChoices, startText } from './start-text.ts';

const say = (text: string) => process.stdout.write(text);
const complain = (text: string) => process.stderr.write(`${text}\n`);

async function start({ port, dataDir, webhookUrl }: Choices): Promise<void> {
  const publicUrl = `http://localhost:${port}`;
  const folder = resolve(dataDir);
  const sandbox = await startPaymentSandbox({
    dataDir: folder,
    webhookUrl,
    publicPath: '',
    publicUrl,
    port,
    log: complain,
  });
  say(startText({ ...sandbox, publicUrl, webhookUrl, folder }));
  let isClosing = false;
  const close = () => {
    // npm passes on the Ctrl-C that the terminal also sends, so the signal can arrive twice.
    if (!isClosing) void sandbox.close();
    isClosing = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close);
}

try {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, data: { type: 'string' }, webhook: { type: 'string' } },
  });
  await start(readChoices(values, process.env));
} catch (error) {
  complain(sentenceOf(error));
  process.exitCode = 1;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? 'The port is in use: choose another one with --port.' : error.message;
}
