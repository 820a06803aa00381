import { type ComponentType, useEffect, useId, useRef } from 'react';
import type { FirstStep } from '../../../../api/contract/first-start.ts';
import type { Answer } from '../../../lib/api-types.ts';
import type { PanelProps } from '../tabs.tsx';
import { DemoStep } from './DemoStep.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { SiteStep } from './SiteStep.tsx';
import type { StepProps } from './step-props.ts';
import { useFinishStep } from './useFirstStart.ts';

const STEPS: Record<FirstStep, { title: string; Step: ComponentType<StepProps> }> = {
  site: { title: 'Name your site', Step: SiteStep },
  profile: { title: 'Introduce yourself', Step: ProfileStep },
  demo: { title: 'Keep the demo content?', Step: DemoStep },
  passkey: { title: 'Sign in without a password', Step: PasskeyStep },
};

interface Props extends Pick<PanelProps, 'user' | 'onRename'> {
  firstStart: Answer<'GET /api/settings/first-start'>;
}

/** Short steps at the top of the overview. Each is shown until it's done or skipped. */
export function FirstStart({ firstStart: { steps, next }, ...props }: Props) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(next);
  const finish = useFinishStep();
  useEffect(() => {
    if (shown.current !== next) heading.current?.focus();
    shown.current = next;
  }, [next]);
  if (next === null) return null;
  const number = steps.indexOf(next) + 1;
  const { title, Step } = STEPS[next];
  return (
    <section className="panel mt-5 px-5 pt-4 pb-5" aria-labelledby={titleId}>
      <div className="max-w-xl">
        <h2 id={titleId} className="font-semibold text-xl">
          Set up your site
        </h2>
        <p className="mt-1 text-soft text-sm">You can change all of this later.</p>
        <div className="mt-4 flex gap-1.5" aria-hidden="true">
          {steps.map((step, index) => (
            <span
              key={step}
              className={`grow rounded-full border-t-4 ${index < number ? 'border-mark-shape' : 'border-line'}`}
            />
          ))}
        </div>
        <p className="mt-4 text-muted text-sm">
          Step {number} of {steps.length}
        </p>
        <h3 ref={heading} tabIndex={-1} className="mt-1 font-semibold text-lg focus:outline-none">
          {title}
        </h3>
        <Step
          key={next}
          {...props}
          onDone={() => finish.mutate(next)}
          isLeaving={finish.isPending}
        />
      </div>
    </section>
  );
}
