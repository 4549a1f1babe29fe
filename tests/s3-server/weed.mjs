#!/usr/local/bin/node
/**
 * Stand-in for SeaweedFS's program with the commands and options that deploy/compose uses: `weed server` serves buckets
 * on port 8333 to the keys of its configuration and takes orders on port 9333; `weed shell` passes orders on. Like the
 * real one, the shell waits for the server and ends with 0 even when an order fails.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import S3rver from '@20minutes/s3rver';
import AWSAccount from '@20minutes/s3rver/lib/models/account.js';

const [command, ...rest] = process.argv.slice(2);
const options = new Map(rest.map((option) => option.replace(/^-/, '').split(/=(.*)/s).slice(0, 2)));

async function serve() {
  const { identities } = JSON.parse(readFileSync(options.get('s3.config'), 'utf8'));
  for (const { accessKey, secretKey } of identities.flatMap(({ credentials }) => credentials))
    AWSAccount.DUMMY_ACCOUNT.createKeyPair(accessKey, secretKey);
  AWSAccount.DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
  const directory = options.get('dir');
  const address = options.get('ip.bind');
  const server = new S3rver({ address, port: 8333, silent: true, directory, vhostBuckets: false });
  // It checks signatures as if a bucket's address never ended with a slash, as it does in lists by the SDK.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) {
      Object.defineProperty(context.state, 'vhost', { get: () => true, set: () => {} });
      context.mountPath = '/';
    }
    return next();
  });
  await server.run();
  // Takes orders later than it serves, as SeaweedFS does.
  await pause(1_000);
  createServer(async (request, answer) => {
    const [order, , name] = (await text(request)).split(' ');
    if (order === 's3.bucket.create') mkdirSync(path.join(directory, name), { recursive: true });
    answer.end(
      order === 's3.bucket.list'
        ? readdirSync(directory)
            .map((one) => `  ${one}\tsize:0\n`)
            .join('')
        : '',
    );
  }).listen(9333, address);
}

async function order() {
  for (const body of (await text(process.stdin)).split('\n').filter(Boolean)) {
    for (;;) {
      const answer = await fetch(`http://${options.get('master')}`, { method: 'POST', body }).catch(() => null);
      if (answer) process.stdout.write(await answer.text());
      if (answer) break;
      await pause(250);
    }
  }
}

// The first process of a container has no default action for signals.
process.once('SIGTERM', () => process.exit(0));
await (command === 'server' ? serve() : order());
