import type { Organisation } from '#contract/organisations.ts';
import { EvidenceButton } from './EvidenceButton.tsx';
import { OrganisationCertificates } from './OrganisationCertificates.tsx';

/** What an organisation can show of its people's learning: the evidence pack, and the certificates (LEARN-05, ORG-10). */
export function CertificatesPanel({ organisation }: { organisation: Organisation }) {
  return (
    <section aria-labelledby="certificates-heading" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="certificates-heading">Certificates</h2>
        <EvidenceButton organisation={organisation} />
      </div>
      <OrganisationCertificates organisation={organisation} />
    </section>
  );
}
