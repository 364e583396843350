package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Submits a Spark application in cluster mode from a JVM of its own, which ends when the ResourceManager has accepted it. */
public final class SparkSubmission {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern SUBMITTED = Pattern.compile("Submitted application (application_\\d+_\\d+)");
    private static final String LOOPBACK = "127.0.0.1";
    private static final List<String> OPENED_PACKAGES = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private final SparkRuntime runtime;
    private final ResourceManagerProcess resourceManager;
    private final Path directory;

    /** Files of all its submissions go below {@code directory}. */
    public SparkSubmission(SparkRuntime runtime, ResourceManagerProcess resourceManager, Path directory) {
        this.runtime = runtime;
        this.resourceManager = resourceManager;
        this.directory = directory.toAbsolutePath();
    }

    /** Returns when the ResourceManager has accepted the application. */
    public SparkApplication submit(SparkJobOptions job) {
        Path log = directory.resolve("submit-" + job.name() + ".log");
        deleteIfThere(log);
        try (ChildProcess submitter = command(job).start(directory, log)) {
            if (!submitter.awaitExit(TIMEOUT)) {
                throw new IllegalStateException(
                        "submission of " + job.name() + " took more than " + TIMEOUT + ":\n" + submitter.logTail(40));
            }
            Matcher matcher = SUBMITTED.matcher(submitter.logTail(Integer.MAX_VALUE));
            if (!matcher.find()) {
                throw new IllegalStateException("submission of " + job.name() + " failed:\n" + submitter.logTail(40));
            }
            return new SparkApplication(matcher.group(1), resourceManager.rest());
        }
    }

    private JavaCommand command(SparkJobOptions job) {
        List<String> arguments = new ArrayList<>(List.of("--master", "yarn", "--deploy-mode", "cluster"));
        arguments.addAll(List.of("--name", job.name(), "--class", job.mainClass()));
        configuration(job).forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
        arguments.add(job.jar().toAbsolutePath().toString());
        arguments.addAll(job.arguments());
        return JavaCommand.of("spark-submit", "org.apache.spark.deploy.SparkSubmit")
                .classPath(List.of(resourceManager.clientConfiguration().toString()))
                .classPath(runtime.classPath())
                .jvmArguments(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"))
                .jvmArguments(List.of("-Djava.io.tmpdir=" + temporaryDirectory()))
                .jvmArguments(openedPackages())
                .environment(
                        "HADOOP_CONF_DIR", resourceManager.clientConfiguration().toString())
                .environment("SPARK_LOCAL_IP", LOOPBACK)
                .arguments(arguments);
    }

    private Map<String, String> configuration(SparkJobOptions job) {
        Map<String, String> spark = new LinkedHashMap<>();
        spark.put("spark.submit.deployMode", "cluster");
        spark.put("spark.yarn.submit.waitAppCompletion", "false");
        spark.put("spark.yarn.jars", "local:" + jarDirectory() + "/*");
        spark.put("spark.yarn.stagingDir", directory.resolve("staging").toUri().toString());
        spark.put("spark.yarn.populateHadoopClasspath", "false");
        // spark.driver.host is ignored in cluster mode; without these executors cannot reach the driver on a loopback
        // host.
        spark.put("spark.yarn.appMasterEnv.SPARK_LOCAL_IP", LOOPBACK);
        spark.put("spark.executorEnv.SPARK_LOCAL_IP", LOOPBACK);
        spark.put("spark.yarn.scheduler.heartbeat.interval-ms", "1000");
        spark.put("spark.driver.memory", "512m");
        spark.put("spark.driver.memoryOverhead", "256m");
        spark.put("spark.executor.instances", Integer.toString(job.executors()));
        spark.put("spark.executor.memory", job.executorMegabytes() + "m");
        spark.put("spark.executor.memoryOverhead", "256m");
        spark.put("spark.executor.cores", "1");
        // A JVM that is killed leaves its performance data behind, outside of its directory.
        spark.put("spark.driver.extraJavaOptions", "-XX:+UseSerialGC -XX:-UsePerfData");
        spark.put("spark.executor.extraJavaOptions", "-XX:+UseSerialGC -XX:-UsePerfData");
        spark.putAll(job.configuration());
        return spark;
    }

    private Path temporaryDirectory() {
        try {
            return Files.createDirectories(directory.resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + directory.resolve("tmp"), e);
        }
    }

    /** One directory of links: a class path of a hundred single jars would be repeated in every launch script. */
    private Path jarDirectory() {
        Path jars = directory.resolve("spark-jars");
        try {
            Files.createDirectories(jars);
            for (String entry : runtime.classPath()) {
                Path link = jars.resolve(Path.of(entry).getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, Path.of(entry));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot link Spark's jars into " + jars, e);
        }
        return jars;
    }

    private static List<String> openedPackages() {
        List<String> arguments = new ArrayList<>();
        for (String name : OPENED_PACKAGES) {
            arguments.add("--add-opens");
            arguments.add("java.base/" + name + "=ALL-UNNAMED");
        }
        return arguments;
    }

    private static void deleteIfThere(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
