import { useNavigate } from '@tanstack/react-router';
import { Camera, CameraOff } from 'lucide-react';
import { useState } from 'react';
import { scan as texts } from '#portal/texts/scan.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { Actions, Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useLicenseOwner } from '../license-owner.tsx';
import { readCode } from '../codes/read-code.ts';
import { StepWithHelp } from '../steps.tsx';
import styles from '../verify-license.module.css';
import { loadQrReader, takePixels, useCamera } from './use-camera.ts';
import type { CameraProblem, CameraState } from './use-camera.ts';

/** Reads the verification code in a QR code with the camera or from a picture, and continues with the check of the licence. */
export function ScanCodePage() {
  const [error, setError] = useState<string>();
  const navigate = useNavigate();
  const { userId, isOtherUser } = useLicenseOwner();

  /** Opens the check if the text contains a code. Returns whether the text contains a code; without a code, the camera keeps reading. */
  function openCheck(text: string): boolean {
    const reading = readCode(text);
    if (!reading.ok) setError(reading.error);
    else void navigate({ to: '/license/verify', search: true, hash: `c=${reading.code.text}` });
    return reading.ok;
  }

  async function handlePicture(file: File): Promise<void> {
    const pictureResult = await readPicture(file);
    if ('text' in pictureResult) openCheck(pictureResult.text);
    else setError(pictureResult.error);
  }

  const camera = useCamera(openCheck);
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      <StepWithHelp title={texts.help.title} help={<ScanHelp />}>
        <Card>
          <div className={styles.stack}>
            <CameraView {...camera} />
            {error !== undefined && <Notice tone="warn" role="alert" title={error} />}
            <Actions>
              <CameraSwitch {...camera} />
              <FileDrop
                label={texts.picture}
                accept="image/*"
                dropLabel={texts.drop}
                onFile={(file) => void handlePicture(file)}
              />
              <LinkButton to="/license/verify" {...(isOtherUser && { search: { user: userId } })}>
                {texts.paste}
              </LinkButton>
            </Actions>
          </div>
        </Card>
      </StepWithHelp>
    </>
  );
}

type CameraProps = ReturnType<typeof useCamera>;

/** Shows the picture of the camera, or why there is none. */
const CameraView = ({ video, state }: CameraProps) => (
  <>
    <video
      ref={video}
      className={styles.camera}
      hidden={state !== 'on'}
      aria-label={texts.card}
      autoPlay
      muted
      playsInline
    />
    <output>{describeState(state)}</output>
    {isProblem(state) && (
      <Notice
        tone="warn"
        role="alert"
        title={texts.problems[state]}
        // A changed camera permission takes effect only after a reload.
        actions={<Button onClick={() => window.location.reload()}>{texts.retry}</Button>}
      />
    )}
  </>
);

const CameraSwitch = ({ state, start, stop }: CameraProps) =>
  state === 'on' ? (
    <Button icon={<CameraOff aria-hidden="true" />} onClick={stop}>
      {texts.stop}
    </Button>
  ) : (
    <Button variant="primary" icon={<Camera aria-hidden="true" />} onClick={() => void start()}>
      {texts.start}
    </Button>
  );

const isProblem = (state: CameraState): state is CameraProblem => state in texts.problems;

function describeState(state: CameraState): string {
  if (state === 'starting') return texts.starting;
  return state === 'on' ? texts.watching : '';
}

async function readPicture(file: File): Promise<{ text: string } | { error: string }> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return { error: texts.badPicture };
  const pixels = takePixels(picture, picture.width, picture.height);
  const text = pixels && (await (await loadQrReader())(pixels));
  return text === undefined ? { error: texts.nothingFound } : { text };
}

const ScanHelp = () => (
  <>
    <ol className={styles.steps}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>
      <code translate="no">basics code</code>
    </p>
    <p>{texts.help.privacy}</p>
  </>
);
