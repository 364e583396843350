package io.koordbridge.quickstart.load;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.quickstart.job.MonteCarlo;
import java.nio.file.Path;
import java.util.List;

/** Main class of batch work that is not YARN's: threads that compute without end. */
public final class BatchWork {

    private static final long SAMPLES = 1_000_000;

    private BatchWork() {}

    /** Argument: number of threads. Runs until it is killed. */
    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        for (int i = 1; i < threads; i++) {
            Thread worker = new Thread(BatchWork::work, "batch-" + i);
            worker.setDaemon(true);
            worker.start();
        }
        work();
    }

    private static void work() {
        long hits = 0;
        for (int task = 0; hits >= 0; task++) {
            hits = MonteCarlo.hits(task, SAMPLES);
        }
    }

    /** Starts it as a child process. */
    public static ChildProcess start(String name, int threads, List<String> classPath, Path directory, Path log) {
        return JavaCommand.of(name, BatchWork.class.getName())
                .classPath(classPath)
                .jvmArguments(List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"))
                .arguments(List.of(Integer.toString(threads)))
                .start(directory, log);
    }
}
