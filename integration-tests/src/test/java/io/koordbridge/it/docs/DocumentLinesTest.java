package io.koordbridge.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lines of documents have at most 140 characters. Not counted is what cannot be wrapped: rows of tables, headings, blocks of code, which
 * are to be copied as they are, and lines that are one word, such as a link. The changelog has one line for each change.
 */
class DocumentLinesTest {

    private static final int MOST = 140;
    private static final Path ROOT = ProjectLayout.find().root();

    @Test
    void proseIsWrapped() throws IOException {
        List<Path> pages = pages();
        List<String> tooLong = new ArrayList<>();
        for (Path page : pages) {
            tooLong(Files.readAllLines(page)).forEach(line -> tooLong.add(ROOT.relativize(page) + ": " + line));
        }

        assertThat(pages).hasSizeGreaterThan(60);
        assertThat(tooLong).isEmpty();
    }

    @Test
    void aLongLineIsFound() {
        String words = "word ".repeat(29);
        String link = "https://example.com/" + "a".repeat(MOST);

        assertThat(tooLong(List.of(words, "    " + words, "- " + words))).hasSize(3);
        assertThat(tooLong(List.of("| " + words + " |", "# " + words, "```", words, "```", link, "word ".repeat(28))))
                .isEmpty();
        assertThat(tooLong(List.of("  ```bash", words, "  ```", words))).hasSize(1);
    }

    private static List<String> tooLong(List<String> lines) {
        List<String> found = new ArrayList<>();
        boolean code = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String words = line.strip();
            if (words.startsWith("```")) {
                code = !code;
            } else if (!code
                    && line.length() > MOST
                    && words.contains(" ")
                    && !words.startsWith("|")
                    && !words.startsWith("#")) {
                found.add((i + 1) + ": " + line);
            }
        }
        return found;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("docs", "charts")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        for (String page : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "AGENTS.md", "lab/README.md")) {
            pages.add(ROOT.resolve(page));
        }
        return pages;
    }
}
