package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A ZooKeeper server of the release that Hadoop brings, in a JVM of its own. */
final class ZooKeeperProcess implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int HEAP_MEGABYTES = 64;
    private static final Duration START = Duration.ofMinutes(3);

    private final int port = FreePorts.find(1).get(0);
    private final ChildProcess process;

    private ZooKeeperProcess(HadoopRuntime runtime, Path directory) {
        Path configuration = writeConfiguration(directory);
        JavaCommand command = DaemonJvm.command(
                        "zookeeper",
                        runtime,
                        configuration,
                        HEAP_MEGABYTES,
                        "org.apache.zookeeper.server.ZooKeeperServerMain")
                .classPath(runtime.classPath())
                .arguments(List.of(configuration.resolve("zoo.cfg").toString()));
        process = command.start(directory, directory.resolve("zookeeper.log"));
    }

    /** Returns when it takes connections. */
    static ZooKeeperProcess start(HadoopRuntime runtime, Path directory) {
        ZooKeeperProcess started = new ZooKeeperProcess(runtime, directory);
        DaemonJvm.await("ZooKeeper listens", START, () -> {
            started.process.requireAlive();
            return started.listens();
        });
        return started;
    }

    String address() {
        return HOST + ":" + port;
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private Path writeConfiguration(Path directory) {
        try {
            Path conf = Files.createDirectories(directory.resolve("conf"));
            Files.writeString(
                    conf.resolve("zoo.cfg"),
                    "tickTime=500\nclientPortAddress=" + HOST + "\nclientPort=" + port + "\ndataDir="
                            + Files.createDirectories(directory.resolve("data")).toAbsolutePath()
                            + "\nadmin.enableServer=false\n");
            return conf;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write ZooKeeper's configuration in " + directory, e);
        }
    }

    @Override
    public void close() {
        process.stop(DaemonJvm.STOP_GRACE);
    }
}
