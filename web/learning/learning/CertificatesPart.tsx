import { useQuery } from '@tanstack/react-query';
import { Award, Check, Clock } from 'lucide-react';
import { useState } from 'react';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { certificatePageSize, certificatesQuery } from './certificate-api.ts';
import { completedLine, validLine } from './certificate-display.ts';
import '#web/ui/all-classes.css';

const certificateDialog = lazyDialog(async () => (await import('./CertificateDialog.tsx')).CertificateDialog);

/** The member's certificates (LEARN-04); renders nothing while there are none. */
export function CertificatesPart({ className }: { className?: string }) {
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<number | null>(null);
  const { data, isLoadingError, isFetching, refetch } = useQuery(certificatesQuery(page));
  if (isLoadingError) {
    return (
      <div className={className}>
        <LoadError
          title="Your certificates did not load"
          description="They are safe. Check your connection, then try again."
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!data || data.totalCount === 0) return null;
  const open = data.items.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="certificates-heading" className={className}>
      <h2 id="certificates-heading" className="mb-4">
        Certificates
      </h2>
      <Card isPadded={false}>
        <ul className="lines-between">
          {data.items.map((certificate) => (
            <Row key={certificate.id} certificate={certificate} onOpen={() => setOpenId(certificate.id)} />
          ))}
        </ul>
      </Card>
      <Pagination
        label="Pages of certificates"
        page={page}
        pageCount={Math.ceil(data.totalCount / certificatePageSize)}
        onPageChange={setPage}
      />
      {open ? <certificateDialog.Dialog certificate={open} onClose={() => setOpenId(null)} /> : null}
    </section>
  );
}

function Row({ certificate, onOpen }: { certificate: Certificate; onOpen: () => void }) {
  const { resource, state } = certificate;
  const valid = validLine(certificate);
  const Icon = state === 'valid' ? Check : Clock;
  const look = state === 'valid' ? 'bg-success-soft text-success-text' : 'bg-warning-soft text-warning-text';
  return (
    <li className="flex items-center gap-4 px-5 py-4">
      <span className={`grid size-8 flex-none place-items-center rounded-full ${look}`}>
        <Icon size={18} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-base wrap-anywhere">{resource}</h3>
          <p className="text-sm wrap-anywhere text-muted-foreground tabular-nums">{completedLine(certificate)}</p>
          {valid ? <p className="text-sm text-muted-foreground tabular-nums">{valid}</p> : null}
        </div>
        <Button variant="outline" size="small" {...certificateDialog.near} onClick={onOpen}>
          <Award size={16} />
          Certificate<VisuallyHidden> for {resource}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
