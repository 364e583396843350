package io.koordbridge.lab.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes Hadoop configuration files. */
final class ConfigurationDirectory {
    private static final String LOG4J = """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
            """;

    private final Path directory;

    ConfigurationDirectory(Path directory) {
        this.directory = directory;
    }

    Path path() {
        return directory;
    }

    ConfigurationDirectory site(String fileName, Map<String, String> properties) {
        return write(fileName, xml(properties));
    }

    ConfigurationDirectory log4j() {
        return write("log4j.properties", LOG4J);
    }

    static String xml(Map<String, String> properties) {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
        new TreeMap<>(properties)
                .forEach((name, value) -> text.append("  <property><name>")
                        .append(escaped(name))
                        .append("</name><value>")
                        .append(escaped(value))
                        .append("</value></property>\n"));
        return text.append("</configuration>\n").toString();
    }

    private ConfigurationDirectory write(String fileName, String text) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(fileName), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + directory.resolve(fileName), e);
        }
        return this;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
