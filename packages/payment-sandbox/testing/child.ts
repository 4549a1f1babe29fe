/** Runs a sandbox in a process of its own, so that a test can kill it: `node child.ts <folder> <webhook address>`. */
import { startPaymentSandbox } from '../server.ts';

const [dataDir = '', webhookUrl = ''] = process.argv.slice(2);
const log = (message: string) => process.stderr.write(`${message}\n`);
const { port, secretKey } = await startPaymentSandbox({ dataDir, webhookUrl, publicPath: '/sandbox/payments', log });
process.stdout.write(`${JSON.stringify({ port, secretKey })}\n`);
