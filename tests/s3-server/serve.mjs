// Serves one empty bucket from the folder that is named, and prints its port.
import S3rver from '@20minutes/s3rver';

const [directory] = process.argv.slice(2);
const configureBuckets = [{ name: 'portal', configs: [] }];
const { port } = await new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets }).run();
process.stdout.write(`${port}\n`);
