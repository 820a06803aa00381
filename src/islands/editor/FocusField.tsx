import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { focusOf, focusText, type Point, pointOf } from './focus.ts';

interface Props {
  image: string;
  /** As in `Post`. */
  value: string;
  onChange: (value: string) => void;
}

/** In percent: for an arrow key alone, and with Shift. */
const STEP = 1;
const LARGE_STEP = 10;

const MOVES: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Sets the point of the cover that stays in view when lists and cards crop it. */
export function FocusField({ image, value, onChange }: Props) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLInputElement>(null);
  const point = pointOf(value);
  const set = (next: Point) => onChange(focusOf(next));
  const setFrom = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    const [x, y] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    set({ x: x * 100, y: y * 100 });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const isHandle = event.target !== area.current;
    // Dragging a finger on the image scrolls. A tap sets the point.
    if (event.button !== 0 || (event.pointerType === 'touch' && !isHandle)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    handle.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    set({ x: point.x + move.x * step, y: point.y + move.y * step });
  };
  const slider = { className: 'sr-only', onKeyDown, 'aria-describedby': id };
  return (
    <div>
      <div className="flex items-center justify-between">
        <p className="field-label">Focal point</p>
        {value !== '' && (
          <Button
            small
            variant="quiet"
            className="-my-2.5 -mr-3.5"
            onClick={() => {
              handle.current?.focus({ preventScroll: true });
              onChange('');
            }}
          >
            Reset<span className="sr-only"> the focal point</span>
          </Button>
        )}
      </div>
      <div className="focus-frame">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboards use the sliders inside */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
        <div
          ref={area}
          className="focus-area"
          onClick={setFrom}
          onPointerDown={onPointerDown}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) setFrom(event);
          }}
        >
          <img src={image} alt="" draggable={false} />
          <span className="focus-handle" style={{ left: `${point.x}%`, top: `${point.y}%` }}>
            <input
              type="range"
              {...slider}
              ref={handle}
              aria-label="Horizontal focal point"
              aria-valuetext={focusText(value)}
              value={point.x}
              onChange={({ target }) => set({ ...point, x: Number(target.value) })}
            />
            {/* Arrow keys move both ways from the first slider. */}
            <input
              type="range"
              {...slider}
              tabIndex={-1}
              aria-label="Vertical focal point"
              aria-orientation="vertical"
              aria-valuetext={focusText(value)}
              value={point.y}
              onChange={({ target }) => set({ ...point, y: Number(target.value) })}
            />
          </span>
        </div>
      </div>
      <p id={id} className="field-hint">
        Click the part of the image that should stay in view when it's cropped, or use the arrow
        keys.
      </p>
    </div>
  );
}
