//! Layered layout of directed graphs (Sugiyama's method), enough for flow graphs of some hundred blocks.
//!
//! * Back edges of a depth-first search are turned around.
//! * Layers by longest path; long edges get a bend point in every layer they cross.
//! * Barycentre sweeps reduce crossings.
//! * Coordinates: layers stacked by height, nodes pulled towards the mean of their neighbours without overlap.
//!
//! Cost: linear in nodes and bends, times the number of sweeps.

/// A node to place.
#[derive(Clone, Debug)]
pub struct Node {
    /// In pixels.
    pub width: f64,
    /// In pixels.
    pub height: f64,
}

/// The result: centres of nodes and, for each edge, the points it passes.
#[derive(Debug, Default)]
pub struct Placed {
    /// Centre of each node.
    pub centres: Vec<(f64, f64)>,
    /// Points of each edge from source to target.
    pub edges: Vec<Vec<(f64, f64)>>,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
}

const GAP_X: f64 = 30.0;
const GAP_Y: f64 = 50.0;
const SWEEPS: usize = 12;

/// An inner node: a real one or a bend of an edge.
struct Inner {
    layer: usize,
    width: f64,
    height: f64,
    up: Vec<usize>,
    down: Vec<usize>,
    x: f64,
}

/// Places a graph. Node 0 is the root; edges are (source, target).
pub fn place(nodes: &[Node], edges: &[(usize, usize)]) -> Placed {
    if nodes.is_empty() {
        return Placed::default();
    }
    let reversed = back_edges(nodes.len(), edges);
    let forward: Vec<(usize, usize)> = edges
        .iter()
        .zip(&reversed)
        .map(|(&(a, b), &r)| if r { (b, a) } else { (a, b) })
        .collect();
    let layers_of = layers(nodes.len(), &forward);
    let mut inner: Vec<Inner> = nodes
        .iter()
        .zip(&layers_of)
        .map(|(n, &layer)| Inner {
            layer,
            width: n.width,
            height: n.height,
            up: vec![],
            down: vec![],
            x: 0.0,
        })
        .collect();
    // The chain of inner nodes of each edge, top to bottom.
    let chains: Vec<Vec<usize>> = forward
        .iter()
        .map(|&(a, b)| {
            let mut chain = vec![a];
            for layer in layers_of[a] + 1..layers_of[b] {
                inner.push(Inner {
                    layer,
                    width: 8.0,
                    height: 0.0,
                    up: vec![],
                    down: vec![],
                    x: 0.0,
                });
                chain.push(inner.len() - 1);
            }
            chain.push(b);
            if a != b {
                for pair in chain.windows(2) {
                    inner[pair[0]].down.push(pair[1]);
                    inner[pair[1]].up.push(pair[0]);
                }
            }
            chain
        })
        .collect();
    let mut rows: Vec<Vec<usize>> =
        vec![Vec::new(); inner.iter().map(|n| n.layer + 1).max().unwrap_or(1)];
    for (i, n) in inner.iter().enumerate() {
        rows[n.layer].push(i);
    }
    order(&mut inner, &mut rows);
    coordinates(&mut inner, &rows);
    finish(nodes, edges, &reversed, &inner, &rows, &chains)
}

/// Which edges lead back to a node open on the depth-first path. Loops of one node count as such.
fn back_edges(n: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (i, &(a, _)) in edges.iter().enumerate() {
        out[a].push(i);
    }
    let mut state = vec![0u8; n];
    let mut back = vec![false; edges.len()];
    for root in 0..n {
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        let mut stack = vec![(root, 0)];
        while let Some((v, i)) = stack.pop() {
            let Some(&e) = out[v].get(i) else {
                state[v] = 2;
                continue;
            };
            stack.push((v, i + 1));
            let target = edges[e].1;
            match state[target] {
                0 => {
                    state[target] = 1;
                    stack.push((target, 0));
                }
                1 => back[e] = true,
                _ => {}
            }
        }
    }
    back
}

/// Longest-path layers of an acyclic graph (loops of one node are ignored).
fn layers(n: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut incoming = vec![0usize; n];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); n];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        incoming[b] += 1;
        out[a].push(b);
    }
    let mut layer = vec![0; n];
    let mut ready: Vec<usize> = (0..n).filter(|&v| incoming[v] == 0).collect();
    while let Some(v) = ready.pop() {
        for &t in &out[v] {
            layer[t] = layer[t].max(layer[v] + 1);
            incoming[t] -= 1;
            if incoming[t] == 0 {
                ready.push(t);
            }
        }
    }
    layer
}

/// Barycentre sweeps, down and up.
fn order(inner: &mut [Inner], rows: &mut [Vec<usize>]) {
    let mut position = vec![0.0; inner.len()];
    for row in rows.iter() {
        for (i, &v) in row.iter().enumerate() {
            position[v] = i as f64;
        }
    }
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let indices: Vec<usize> = if down {
            (1..rows.len()).collect()
        } else {
            (0..rows.len().saturating_sub(1)).rev().collect()
        };
        for r in indices {
            let key = |v: usize| {
                let near = if down { &inner[v].up } else { &inner[v].down };
                if near.is_empty() {
                    position[v]
                } else {
                    near.iter().map(|&u| position[u]).sum::<f64>() / near.len() as f64
                }
            };
            let mut keyed: Vec<(f64, usize)> = rows[r].iter().map(|&v| (key(v), v)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[r] = keyed.into_iter().map(|(_, v)| v).collect();
            for (i, &v) in rows[r].iter().enumerate() {
                position[v] = i as f64;
            }
        }
    }
}

/// Pulls nodes towards the mean of their neighbours, keeping order and distance.
fn coordinates(inner: &mut [Inner], rows: &[Vec<usize>]) {
    for row in rows {
        let mut x = 0.0;
        for &v in row {
            inner[v].x = x + inner[v].width / 2.0;
            x += inner[v].width + GAP_X;
        }
    }
    for sweep in 0..SWEEPS {
        for row in rows {
            let wanted: Vec<f64> = row
                .iter()
                .map(|&v| {
                    let near: Vec<usize> = match sweep % 3 {
                        0 => inner[v].up.clone(),
                        1 => inner[v].down.clone(),
                        _ => inner[v].up.iter().chain(&inner[v].down).copied().collect(),
                    };
                    if near.is_empty() {
                        inner[v].x
                    } else {
                        near.iter().map(|&u| inner[u].x).sum::<f64>() / near.len() as f64
                    }
                })
                .collect();
            // Left to right, then right to left; the mean of both keeps rows centred.
            let mut left = wanted.clone();
            for i in 1..row.len() {
                left[i] = left[i].max(left[i - 1] + distance(inner, row[i - 1], row[i]));
            }
            let mut right = wanted;
            for i in (0..row.len().saturating_sub(1)).rev() {
                right[i] = right[i].min(right[i + 1] - distance(inner, row[i], row[i + 1]));
            }
            for (i, &v) in row.iter().enumerate() {
                inner[v].x = (left[i] + right[i]) / 2.0;
            }
            for i in 1..row.len() {
                let least = inner[row[i - 1]].x + distance(inner, row[i - 1], row[i]);
                inner[row[i]].x = inner[row[i]].x.max(least);
            }
        }
    }
    let least = inner
        .iter()
        .map(|n| n.x - n.width / 2.0)
        .fold(f64::INFINITY, f64::min);
    for n in inner {
        n.x += GAP_X - least;
    }
}

fn distance(inner: &[Inner], a: usize, b: usize) -> f64 {
    (inner[a].width + inner[b].width) / 2.0 + GAP_X
}

fn finish(
    nodes: &[Node],
    edges: &[(usize, usize)],
    reversed: &[bool],
    inner: &[Inner],
    rows: &[Vec<usize>],
    chains: &[Vec<usize>],
) -> Placed {
    let mut row_y = Vec::with_capacity(rows.len());
    let mut y = GAP_Y / 2.0;
    for row in rows {
        let height = row.iter().map(|&v| inner[v].height).fold(0.0, f64::max);
        row_y.push(y + height / 2.0);
        y += height + GAP_Y;
    }
    let at = |v: usize| (inner[v].x, row_y[inner[v].layer]);
    let mut width = inner
        .iter()
        .map(|n| n.x + n.width / 2.0)
        .fold(0.0, f64::max)
        + GAP_X;
    let edge_points = edges
        .iter()
        .zip(reversed)
        .zip(chains)
        .map(|((&(a, b), &back), chain)| {
            if a == b {
                let (x, y) = at(a);
                let side = x + nodes[a].width / 2.0;
                width = width.max(side + 50.0);
                let h = nodes[a].height / 4.0;
                return vec![
                    (side, y + h),
                    (side + 24.0, y + h),
                    (side + 24.0, y - h),
                    (side, y - h),
                ];
            }
            let mut points: Vec<(f64, f64)> = chain.iter().map(|&v| at(v)).collect();
            // Ends on the borders of the boxes.
            let last = points.len() - 1;
            points[0].1 += inner[chain[0]].height / 2.0;
            points[last].1 -= inner[chain[last]].height / 2.0;
            if back {
                points.reverse();
            }
            points
        })
        .collect();
    Placed {
        centres: (0..nodes.len()).map(at).collect(),
        edges: edge_points,
        width,
        height: y,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(n: usize) -> Vec<Node> {
        (0..n)
            .map(|i| Node {
                width: 60.0 + (i % 7) as f64 * 20.0,
                height: 30.0,
            })
            .collect()
    }

    #[test]
    fn nodes_never_overlap_and_edges_connect() {
        // A ladder with loops and long edges: 300 nodes.
        let n = 300;
        let mut edges: Vec<(usize, usize)> = (1..n)
            .map(|i| (i - 1, i))
            .filter(|(a, _)| a % 5 != 4)
            .collect();
        edges.extend((0..n).filter(|i| i % 3 == 0).map(|i| (i, (i * 7 + 11) % n)));
        edges.push((5, 5));
        let nodes = boxes(n);
        let p = place(&nodes, &edges);
        for a in 0..n {
            for b in 0..a {
                let (dx, dy) = (
                    (p.centres[a].0 - p.centres[b].0).abs(),
                    (p.centres[a].1 - p.centres[b].1).abs(),
                );
                let apart = dx >= (nodes[a].width + nodes[b].width) / 2.0
                    || dy >= (nodes[a].height + nodes[b].height) / 2.0;
                assert!(apart, "{a} and {b} overlap");
            }
        }
        assert_eq!(p.edges.len(), edges.len());
        assert!(p.edges.iter().all(|e| e.len() >= 2));
    }

    #[test]
    fn a_chain_goes_down() {
        let p = place(&boxes(3), &[(0, 1), (1, 2), (2, 0)]);
        assert!(p.centres[0].1 < p.centres[1].1 && p.centres[1].1 < p.centres[2].1);
        // The back edge runs upwards.
        assert!(p.edges[2][0].1 > p.edges[2].last().unwrap().1);
    }
}
