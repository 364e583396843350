package io.koordbridge.it.yarn;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnApp;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;

/** The stock example "wordcount" of MapReduce as an application of a ResourceManager: a map task for each file, one reduce task. */
final class WordCount implements AutoCloseable {
    static final String RUNTIME = "mapreduce-3.4";
    static final int CONTAINER_MEGABYTES = 768;
    static final int FILES = 10;
    private static final int LINES = 250_000;
    private static final String LINE = "batch jobs take what services leave\n";
    private static final Duration SUBMISSION = Duration.ofMinutes(2);
    private static final Pattern SUBMITTED = Pattern.compile("Submitted application (application_(\\d+_\\d+))");
    private static final String LOG4J = """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
            """;

    private final ResourceManagerProcess resourceManager;
    private final Path directory;
    private final ChildProcess submitter;
    private final String id;

    private WordCount(ResourceManagerProcess resourceManager, Path directory, Map<String, String> settings)
            throws IOException {
        this.resourceManager = resourceManager;
        this.directory = directory;
        writeInput();
        Path log = directory.resolve("wordcount.log");
        this.submitter = JavaCommand.of("wordcount", "org.apache.hadoop.examples.ExampleDriver")
                .classPath(List.of(writeConfiguration(settings).toString()))
                .classPath(ProjectLayout.find().runtimeClassPath(RUNTIME))
                .jvmArguments(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"))
                .jvmArguments(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"))
                .arguments(List.of(
                        "wordcount",
                        directory.resolve("input").toString(),
                        directory.resolve("output").toString()))
                .start(directory, log);
        this.id = Awaitility.await("submission, see " + log)
                .atMost(SUBMISSION)
                .until(this::submitted, found -> !found.isEmpty());
    }

    /** Returns when the ResourceManager has accepted it. */
    static WordCount submit(ResourceManagerProcess resourceManager, Path directory) throws IOException {
        return submit(resourceManager, directory, Map.of());
    }

    /** The same with other settings of the job. */
    static WordCount submit(ResourceManagerProcess resourceManager, Path directory, Map<String, String> settings)
            throws IOException {
        return new WordCount(resourceManager, Files.createDirectories(directory), settings);
    }

    YarnApp status() {
        return resourceManager.rest().app(id);
    }

    int masterAttempts() {
        return resourceManager.rest().attempts(id);
    }

    /** A number of the job as its master has it, such as {@code killedMapAttempts}; -1 while it cannot be asked. */
    int number(String name) {
        String job = id.replace("application", "job");
        return resourceManager
                .rest()
                .throughProxy(id, "/ws/v1/mapreduce/jobs/" + job)
                .map(answer -> answer.path("job").path(name))
                .filter(JsonNode::isNumber)
                .map(JsonNode::asInt)
                .orElse(-1);
    }

    /** Words and how often each was counted. */
    Map<String, Long> result() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : Files.readAllLines(directory.resolve("output/part-r-00000"))) {
            String[] pair = line.split("\t");
            counts.put(pair[0], Long.parseLong(pair[1]));
        }
        return counts;
    }

    /** What the result has to be. */
    static Map<String, Long> expected() {
        Map<String, Long> counts = new TreeMap<>();
        for (String word : LINE.strip().split(" ")) {
            counts.merge(word, (long) FILES * LINES, Long::sum);
        }
        return counts;
    }

    @Override
    public void close() {
        if (!status().ended()) {
            resourceManager.rest().kill(id);
        }
        submitter.close();
    }

    private String submitted() {
        Matcher found = SUBMITTED.matcher(submitter.logTail(Integer.MAX_VALUE));
        if (found.find()) {
            return found.group(1);
        }
        submitter.requireAlive();
        return "";
    }

    private void writeInput() throws IOException {
        Path input = Files.createDirectories(directory.resolve("input"));
        byte[] text = LINE.repeat(LINES).getBytes(StandardCharsets.US_ASCII);
        for (int file = 0; file < FILES; file++) {
            try (OutputStream out = Files.newOutputStream(input.resolve("part-" + file))) {
                out.write(text);
            }
        }
    }

    private Path writeConfiguration(Map<String, String> settings) throws IOException {
        Path configuration = Files.createDirectories(directory.resolve("conf"));
        Files.writeString(configuration.resolve("log4j.properties"), LOG4J);
        Configuration core = new Configuration(false);
        core.set("fs.defaultFS", "file:///");
        core.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        Configuration yarn = new Configuration(false);
        resourceManager.clientProperties().forEach(yarn::set);
        String jars = linkedJars() + "/*";
        yarn.set("yarn.application.classpath", jars);
        write(core, configuration.resolve("core-site.xml"));
        write(yarn, configuration.resolve("yarn-site.xml"));
        Configuration job = mapReduce(jars);
        settings.forEach(job::set);
        write(job, configuration.resolve("mapred-site.xml"));
        return configuration;
    }

    private Configuration mapReduce(String jars) {
        Configuration job = new Configuration(false);
        job.set("mapreduce.framework.name", "yarn");
        job.set("mapreduce.application.classpath", jars);
        job.set(
                "yarn.app.mapreduce.am.staging-dir",
                directory.resolve("staging").toString());
        job.set("yarn.app.mapreduce.am.command-opts", options(400));
        job.set("yarn.app.mapreduce.am.resource.mb", Integer.toString(CONTAINER_MEGABYTES));
        job.set("mapreduce.map.memory.mb", Integer.toString(CONTAINER_MEGABYTES));
        job.set("mapreduce.map.java.opts", options(400));
        job.set("mapreduce.task.io.sort.mb", "50");
        job.set("mapreduce.reduce.memory.mb", Integer.toString(CONTAINER_MEGABYTES));
        job.set("mapreduce.reduce.java.opts", options(400));
        job.set("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
        // A task that fails once fails the job: what is evicted or drained must not count as failed.
        job.set("mapreduce.map.maxattempts", "1");
        job.set("mapreduce.reduce.maxattempts", "1");
        job.set("mapreduce.map.speculative", "false");
        job.set("mapreduce.job.ubertask.enable", "false");
        return job;
    }

    private static String options(int heapMegabytes) {
        return "-Xmx" + heapMegabytes + "m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData";
    }

    private Path linkedJars() throws IOException {
        Path jars = Files.createDirectories(directory.resolve("jars"));
        for (String entry : ProjectLayout.find().runtimeClassPath(RUNTIME)) {
            Files.createSymbolicLink(jars.resolve(Path.of(entry).getFileName()), Path.of(entry));
        }
        return jars;
    }

    private static void write(Configuration site, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            site.writeXml(out);
        }
    }
}
