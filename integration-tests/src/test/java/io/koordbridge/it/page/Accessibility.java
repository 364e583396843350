package io.koordbridge.it.page;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What keeps people from using a page: violations of WCAG 2.1 AA found by axe-core, and texts of low contrast, in both colour schemes. */
final class Accessibility {

    private static final String RUN = """
            async () => {
              const found = await axe.run(document, {
                runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }, resultTypes: ['violations'],
              });
              return found.violations.flatMap((rule) => rule.nodes.map((node) =>
                `${rule.id} at ${node.target.join(' ')}: ${[...node.any, ...node.all, ...node.none].map((check) => check.message).join('; ')}`));
            }""";

    /** Measures each text that is seen, also where axe gives up: in drawings and beside what lies over others. */
    private static final String MEASURE = """
            () => {
              const parse = (colour) => {
                const parts = colour.match(/[\\d.]+/g).map(Number);
                return colour.startsWith('color(srgb') ? [...parts.slice(0, 3).map((part) => part * 255), parts[3] ?? 1] : [...parts.slice(0, 3), parts[3] ?? 1];
              };
              const over = (upper, lower) => [0, 1, 2].map((i) => upper[i] * upper[3] + lower[i] * (1 - upper[3]));
              const ground = (element) => {
                if (element === null) { return parse(getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'rgb(0,0,0)' : 'rgb(255,255,255)'); }
                const own = parse(getComputedStyle(element).backgroundColor);
                return own[3] === 1 ? own : over(own, ground(element.parentElement));
              };
              const light = (colour) => {
                const [r, g, b] = colour.map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              const result = { texts: 0, low: [] };
              const modal = document.querySelector('dialog:modal');
              while (texts.nextNode()) {
                const at = texts.currentNode.parentElement;
                const words = texts.currentNode.textContent.trim();
                const shown = at.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && (modal === null || modal.contains(at));
                if (words === '' || !shown || at.closest('.hidden, title, :disabled, noscript') !== null) { continue; }
                const style = getComputedStyle(at);
                const back = ground(at);
                const front = over(parse(at instanceof SVGElement ? style.fill : style.color), back);
                const [dark, bright] = [light(front), light(back)].sort((left, right) => left - right);
                const size = Number.parseFloat(style.fontSize);
                const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
                const ratio = (bright + 0.05) / (dark + 0.05);
                result.texts += 1;
                if (ratio < least) { result.low.push(`contrast ${ratio.toFixed(2)} of '${words.slice(0, 40)}' in ${at.tagName} ${at.className.baseVal ?? at.className}`); }
              }
              return [String(result.texts), ...result.low];
            }""";

    private static final String SCRIPT = script();

    /**
     * What was found.
     *
     * @param texts number of texts whose contrast was measured, in both schemes together
     */
    record Findings(int texts, List<String> violations) {}

    private Accessibility() {}

    private static String script() {
        try (InputStream in =
                Objects.requireNonNull(Accessibility.class.getResourceAsStream("/axe.min.js"), "axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read axe.min.js", e);
        }
    }

    /** Checks all that is shown now, in light and in dark. */
    static Findings of(Page page) {
        // Through the debugger: the page's own policy lets no other script in.
        page.evaluate("() => { if (window.axe === undefined) {" + SCRIPT + "} }");
        int texts = 0;
        List<String> violations = new ArrayList<>();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            String prefix = scheme.name().toLowerCase(Locale.ROOT) + ": ";
            List<?> measured = (List<?>) page.evaluate(MEASURE);
            texts += Integer.parseInt(measured.get(0).toString());
            measured.stream().skip(1).map(one -> prefix + one).forEach(violations::add);
            ((List<?>) page.evaluate(RUN)).stream().map(one -> prefix + one).forEach(violations::add);
        }
        return new Findings(texts, violations);
    }
}
