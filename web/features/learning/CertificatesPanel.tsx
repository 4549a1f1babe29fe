import type { Organisation } from '#contract/organisations.ts';
import { OrganisationCertificates } from './OrganisationCertificates.tsx';

/** The certificates of what an organisation assigned to its people (ORG-10). */
export function CertificatesPanel({ organisation }: { organisation: Organisation }) {
  return (
    <section aria-labelledby="certificates-heading" className="flex flex-col gap-4">
      <h2 id="certificates-heading">Certificates</h2>
      <OrganisationCertificates organisation={organisation} />
    </section>
  );
}
