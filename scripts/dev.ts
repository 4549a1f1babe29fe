/**
 * `npm run dev`: the portal for its developers, at one address. The server starts again when one of its files changes,
 * the browser shows a changed component without a reload, and the data in DATA_DIR is preserved.
 */
import { startDev } from './dev-server.ts';

const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '127.0.0.1';

try {
  const dev = await startDev({ port, host, program: 'server/app/main.ts' });
  console.log(`Development: ${dev.address}`);
  let isStopping = false;
  const stop = () => {
    // npm also passes on the Ctrl-C that the terminal has sent.
    if (!isStopping) void dev.stop().finally(() => process.exit(0));
    isStopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
