import { usePage } from '../../platform/page.ts';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { CertificateLimits, CodeForm, certificateWidth } from './CodeForm.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Where anyone checks a certificate by its code (LEARN-04). */
export function VerifyScreen() {
  const title = 'Check a certificate';
  const heading = useHeadingFocus(title);
  usePage(title);
  return (
    <PublicFrame current="none">
      <div className={certificateWidth}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-2 max-w-152 text-muted-foreground">
          Each certificate of completion has a code. It says whether the certificate is valid, and for which resource.
        </p>
        <CodeForm label="Code" className="mt-8" />
        <CertificateLimits />
      </div>
    </PublicFrame>
  );
}
