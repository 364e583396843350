package io.koordbridge.page.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A library that a page loads: files of a webjar on the class path, served beside the page's own under names of the page.
 *
 * @param webjar artifact of {@code org.webjars.npm}
 * @param files path inside the webjar by the name that the page uses
 */
public record PageLibrary(String webjar, Map<String, String> files) {

    /** Draws curves over time. */
    public static final PageLibrary UPLOT =
            new PageLibrary("uplot", Map.of("uplot.js", "dist/uPlot.iife.min.js", "uplot.css", "dist/uPlot.min.css"));

    /** The files do not change after this. */
    public PageLibrary {
        files = Map.copyOf(files);
    }

    /**
     * A file of the class path; empty for names of others.
     *
     * @throws IllegalStateException when the webjar is not on the class path
     */
    public Optional<String> resource(String name) {
        return Optional.ofNullable(files.get(name))
                .map(file -> "/META-INF/resources/webjars/" + webjar + "/" + version() + "/" + file);
    }

    private String version() {
        String facts = "/META-INF/maven/org.webjars.npm/" + webjar + "/pom.properties";
        try (InputStream in = PageLibrary.class.getResourceAsStream(facts)) {
            if (in == null) {
                throw new IllegalStateException("the webjar " + webjar + " is not on the class path");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + facts, e);
        }
    }
}
