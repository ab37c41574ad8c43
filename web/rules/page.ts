/** Reads a page of rules (rules.cs.md, rules.en.md): its lead, and every rule by its id. */

export interface Rule {
  id: string;
  source: string; // B: the booklet, P: other public sources, R: our ruling; empty where the page does not say
  text: string;
}

export interface Section {
  heading: string;
  rules: Rule[];
}

export interface Page {
  title: string;
  lead: string;
  sections: Section[];
}

export interface Lead {
  title: string;
  lead: string;
}

const RULE = /^- \*\*([A-Z]+-\d+)\*\* (?:\[(\w)\] )?(.*)$/;

export function readPage(text: string): Page {
  const [first = "", ...lines] = text.split("\n");
  const page: Page = { title: first.replace(/^#\s*/, ""), lead: "", sections: [] };
  for (const line of lines) {
    const rule = RULE.exec(line);
    if (line.startsWith("## ")) {
      page.sections.push({ heading: line.slice(3), rules: [] });
    } else if (rule) {
      if (page.sections.length === 0) page.sections.push({ heading: "", rules: [] });
      page.sections.at(-1)?.rules.push({ id: rule[1] ?? "", source: rule[2] ?? "", text: rule[3] ?? "" });
    } else if (line && !page.lead && !line.startsWith("[")) {
      page.lead = line;
    }
  }
  return page;
}
