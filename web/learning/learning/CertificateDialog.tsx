import { Link } from '@tanstack/react-router';
import { Award, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { longDay } from '#contract/dates.ts';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import '#web/ui/all-classes.css';
import { BadgePart } from '../badges/BadgePart.tsx';
import { useDownloadCertificate, useShowName } from './certificate-api.ts';
import { checkLine, stateNames } from './certificate-display.ts';

export type CertificateDialogProps = { certificate: Certificate; onClose: () => void };

/**
 * Dialog of a certificate: its contents, the PDF, the public page, whether that shows the name (LEARN-04), and the
 * badge.
 */
export function CertificateDialog({ certificate, onClose }: CertificateDialogProps) {
  const { id, resource, state, completedAt, version, validUntil, organisation, code, showsName } = certificate;
  const check = checkLine(certificate);
  const saving = useDownloadCertificate(certificate);
  const showing = useShowName(id);
  const [showsBadge, setShowsBadge] = useState(false);
  const checkAddress = new URL(`/verify/${code}`, location.origin).href;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={resource}
      description="Certificate of completion"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button isBusy={saving.isPending} onClick={() => saving.mutate()}>
            {saving.isPending ? null : <Download size={18} />}
            Download PDF
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Facts
          facts={[
            {
              label: 'State',
              value: <Badge tone={state === 'valid' ? 'success' : 'warning'}>{stateNames[state]}</Badge>,
            },
            { label: 'Completed', value: longDay(completedAt) },
            { label: 'Version', value: version },
            ...(check ? [{ label: 'Knowledge check', value: check }] : []),
            ...(validUntil ? [{ label: 'Valid until', value: longDay(validUntil) }] : []),
            { label: 'Assigned by', value: organisation },
            {
              label: 'Code',
              value: (
                <code translate="no" className="font-mono">
                  {code}
                </code>
              ),
            },
          ]}
        />
        <div className="flex items-center gap-4 border-t border-border pt-4">
          <QrCode text={checkAddress} label={`QR code of ${checkAddress}`} className="size-28" />
          <div className="min-w-0 text-sm">
            <p className="mb-1">Anyone can check it on its public page. The code is on the PDF as well.</p>
            <Link to="/verify/$code" params={{ code }} reloadDocument target="_blank" className={textLinkClasses}>
              Open its public page
              <ExternalLink size={16} />
            </Link>
          </div>
        </div>
        <Switch
          label="Show my name where this certificate is verified"
          description="Anyone with the code sees that the certificate is valid and for what. Your name appears there only while this is on."
          checked={showing.isPending ? showing.variables : showsName}
          onChange={({ target }) => showing.mutate(target.checked)}
          disabled={showing.isPending}
          className="border-t border-border pt-4"
        />
        <section
          aria-labelledby="certificate-badge"
          className="flex flex-col items-start gap-4 border-t border-border pt-4"
        >
          <h3 id="certificate-badge" className="text-base">
            Badge
          </h3>
          {showsBadge ? (
            <BadgePart certificate={certificate} />
          ) : (
            <>
              <p className="text-sm text-muted-foreground">
                A file or picture for profiles, wallets and applications, which other sites can check.
              </p>
              <Button variant="outline" size="small" onClick={() => setShowsBadge(true)}>
                <Award size={16} />
                Open badge
              </Button>
            </>
          )}
        </section>
      </div>
    </Dialog>
  );
}
