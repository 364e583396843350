package io.koordbridge.quickstart.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.koordbridge.quickstart.summary.Milestones;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Leaves the run's numbers as JSON and its course as a picture beside the logs. */
final class RunReport {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().registerModule(new Jdk8Module()).enable(SerializationFeature.INDENT_OUTPUT);

    private RunReport() {}

    static void write(Path directory, Summary summary, List<Sample> samples, Milestones marks) {
        try {
            Files.writeString(directory.resolve("summary.json"), json(Map.of("summary", summary, "marks", marks)));
            Files.writeString(directory.resolve("samples.json"), json(samples));
            Files.writeString(directory.resolve("timeline.svg"), TimelineChart.svg(samples, marks));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the report to " + directory, e);
        }
    }

    private static String json(Object value) throws JsonProcessingException {
        return MAPPER.writeValueAsString(value);
    }
}
