import { Download } from 'lucide-react';
import type { Connection } from '#contract/identity/connections.ts';
import { saveText } from '#web/platform/download.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyField } from './CopyField.tsx';

/** The public half of the key pair, as providers take it: an address, or a certificate for Entra. */
export function KeyPair({ given }: { given: Connection | null }) {
  const certificate = given?.certificate ?? null;
  const jwks = given?.jwksAddress ?? null;
  if (certificate === null && jwks === null) {
    return (
      <p className="text-sm text-muted-foreground sm:col-span-2">
        The key address and the certificate for your provider are shown once the connection is saved.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4 sm:col-span-2">
      {jwks ? (
        <CopyField label="Key address (JWKS)" value={jwks} hint="For providers that fetch keys, such as Okta." />
      ) : null}
      {certificate ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            size="small"
            onClick={() => saveText('portal-certificate.pem', 'application/x-pem-file', certificate)}
          >
            <Download size={16} />
            Download certificate
          </Button>
          <span className="text-sm text-muted-foreground">
            For Entra: upload it under Certificates &amp; secrets, Certificates.
          </span>
        </div>
      ) : null}
    </div>
  );
}
