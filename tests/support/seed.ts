/**
 * Seed of random tests: `SEED`, or today's date in UTC as YYYYMMDD. Stored in the environment, so that the processes of
 * a run that lasts past midnight agree.
 */
process.env.SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');

export const seed = Number(process.env.SEED);
if (!Number.isInteger(seed)) throw new Error(`SEED is ${process.env.SEED} but must be a whole number.`);
