import { one } from '../dom.ts';
import { startActs } from './acts.ts';
import { adoptPage } from './adopt.ts';
import { startLinked } from './linked.ts';
import { startList } from './list.ts';
import { startNews } from './news.ts';
import { startPaging } from './paging.ts';
import { resumeWriting, startForm } from './writing.ts';

/** Takes over the comments that are in the page. */
export function startComments(section: HTMLElement): void {
  const list = one(section, '#threads');
  const form = one(section, '#comment-form');
  adoptPage(section);
  startList(section);
  startPaging(section);
  startActs(list);
  startForm(form);
  startLinked();
  startNews(section);
  resumeWriting(form);
}
