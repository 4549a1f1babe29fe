// The image's health check: /healthz of the node in this container. The image has no shell and no other program.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
  signal: AbortSignal.timeout(2_000),
}).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
